"""When work that comes round again is due next, for all workers together."""

from django.db import models


class ScheduledWork(models.Model):
    """A kind of work that is done now and then, by whichever worker finds it due first.

    Whoever moves `due_at` on has the work to do; `ended_at` is when somebody last did all of it.
    """

    name = models.CharField(max_length=64, primary_key=True)
    due_at = models.DateTimeField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "scheduled work"
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="scheduled_work_has_a_name")]

    def __str__(self) -> str:
        return self.name
