"""What can be wrong in a graph author's code. All are programming errors, never the customer's."""


class AuthoringError(Exception):
    """Base of the errors that a graph's author has to mend."""


class GraphConfigurationError(AuthoringError):
    """One or more graphs are faulty. The message lists every fault found, one a line."""


class BuilderMisuse(AuthoringError):
    """A builder or modifier was used where it has no meaning. The message names the node."""


class StateMisuse(AuthoringError):
    """A channel was patched with a field it has not, or with a value its State refuses."""


class DecisionValidationError(AuthoringError):
    """A decision node's questions or facts cannot be sent. The message names the path."""


class PromptUnreadable(AuthoringError):
    """A prompt's file is missing, blank or no UTF-8. The message names the file and the module."""


class FrozenNodeError(AuthoringError):
    """A node was written to. Nodes are shared by all sessions; state belongs into the channel."""
