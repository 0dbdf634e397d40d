"""Django's settings of this site. Every variable is read here and nowhere else; see docs/settings.md."""

from conversations.defaults import METRICS_TOKEN_CHARACTERS
from ezgraph_site.channel_layers import channel_layers
from ezgraph_site.databases import database
from ezgraph_site.env import LOOPBACK_PROVIDERS, PRIVATE_HOSTS, Environment
from ezgraph_site.graphs.served import SERVED
from ezgraph_site.navigation import THEME
from ezgraph_site.places import (
    CHECKOUT,
    SECRET_KEY_CHARACTERS,
    data_dir,
    host,
    port,
    read_encryption_keys,
    read_secret_key,
)

ENVIRONMENT = Environment()

# Where data lives

EZGRAPH_DATA_DIR = data_dir(ENVIRONMENT)

EZGRAPH_DATABASE_THREADS = ENVIRONMENT.integer(
    "EZGRAPH_DATABASE_THREADS",
    8,
    "Threads that do a process's database work. On PostgreSQL its pool has four more connections.",
    minimum=2,  # one for the engine, one for code of graph authors
    maximum=1000,
)

DATABASES = {
    "default": database(
        ENVIRONMENT.text(
            "DATABASE_URL",
            "",
            "The database of PostgreSQL or SQLite, such as `postgres://user:password@host/name`.",
            shown="db.sqlite3 in the data folder",
        ),
        EZGRAPH_DATA_DIR,
        EZGRAPH_DATABASE_THREADS,
        behind_proxy=ENVIRONMENT.boolean(
            "EZGRAPH_DATABASE_PROXY",
            False,
            "PostgreSQL is reached through a proxy that lends a connection for one transaction, such as"
            " PgBouncer: no statement is kept planned, and the server's own lock_timeout holds.",
        ),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = ENVIRONMENT.text(
    "REDIS_URL",
    "",
    "Redis, such as `redis://host:6379/0`: needed as soon as several processes serve the site, for tabs,"
    " circuits and rate limits.",
    shown="none: messages between tabs stay inside the process",
)
CHANNEL_LAYERS = channel_layers(REDIS_URL, DATABASES["default"])

# Keys

SECRET_KEY = ENVIRONMENT.secret(
    "EZGRAPH_SECRET_KEY",
    "Signs cookies and visitors' tokens.",
    shown="secret.key in the data folder",
    minimum=SECRET_KEY_CHARACTERS,
) or read_secret_key(EZGRAPH_DATA_DIR)

SECRET_KEY_FALLBACKS = list(
    ENVIRONMENT.texts(
        "EZGRAPH_FORMER_SECRET_KEYS",
        (),
        "Secret keys beside it whose cookies and tokens hold, as the former one's for 30 days: docs/keys.md.",
    )
)

EZGRAPH_ENCRYPTION_KEYS = ENVIRONMENT.texts(
    "EZGRAPH_ENCRYPTION_KEYS",
    (),
    "Fernet keys of the stored secrets. The first encrypts, all decrypt: put a new one in front.",
    shown="encryption.keys in the data folder, one a line",
) or read_encryption_keys(EZGRAPH_DATA_DIR)

# Where the site listens, and who may reach it

EZGRAPH_HOST = host(ENVIRONMENT)
PORT = port(ENVIRONMENT)

DEBUG = ENVIRONMENT.boolean("EZGRAPH_DEBUG", False, "Error pages show the source. Never for the public.")

ALLOWED_HOSTS = list(
    ENVIRONMENT.texts(
        "EZGRAPH_ALLOWED_HOSTS",
        ("localhost", "127.0.0.1", "[::1]"),
        "Host names that the site answers to.",
    )
)

CSRF_TRUSTED_ORIGINS = list(
    ENVIRONMENT.texts(
        "EZGRAPH_CSRF_TRUSTED_ORIGINS",
        (),
        "Origins, such as `https://chat.example.org`, whose forms the back office takes.",
    )
)

EZGRAPH_TRUSTED_PROXIES = ENVIRONMENT.integer(
    "EZGRAPH_TRUSTED_PROXIES",
    0,
    "Proxies in front of the site that each add to X-Forwarded-For whom they heard from: a visitor's address"
    " is so many hops back. Too low a number lets all visitors share a proxy's address, and its limits; too"
    " high a one lets each write its own address, and escape them.",
    maximum=10,
)
EZGRAPH_CONNECTIONS_PER_ADDRESS = ENVIRONMENT.integer(
    "EZGRAPH_CONNECTIONS_PER_ADDRESS",
    2000,
    "Open connections, of chats and of streams of the API, that one address may have to one process.",
    minimum=1,
)

EZGRAPH_KEY_CALLS_PER_MINUTE = ENVIRONMENT.integer(
    "EZGRAPH_KEY_CALLS_PER_MINUTE",
    6000,
    "Calls of the REST API that one key, or one account of staff, may make in a minute.",
    minimum=1,
)
EZGRAPH_ADDRESS_CALLS_PER_MINUTE = ENVIRONMENT.integer(
    "EZGRAPH_ADDRESS_CALLS_PER_MINUTE",
    6000,
    "Calls of the REST API that may come from one address in a minute without a key.",
    minimum=1,
)

EZGRAPH_HTTPS = ENVIRONMENT.boolean(
    "EZGRAPH_HTTPS",
    False,
    "The site is reached by https, through a proxy that sets X-Forwarded-Proto: secure cookies, HSTS.",
)
SESSION_COOKIE_SECURE = EZGRAPH_HTTPS
CSRF_COOKIE_SECURE = EZGRAPH_HTTPS
SECURE_SSL_REDIRECT = EZGRAPH_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if EZGRAPH_HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if EZGRAPH_HTTPS else None
X_FRAME_OPTIONS = "DENY"
# Whether neighbours in the domain speak https is not for this site to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Graphs and conversations

EZGRAPH_GRAPHS = ENVIRONMENT.texts(
    "EZGRAPH_GRAPHS",
    SERVED,
    "Dotted paths of the graphs that this site serves.",
    shown="those of ezgraph_site/graphs/served.py",
)
# Where `manage.py startgraph` lists a new graph, and puts its test.
EZGRAPH_GRAPHS_MODULE = "ezgraph_site.graphs.served"
EZGRAPH_GRAPHS_TESTS = CHECKOUT / "tests" / "site"
EZGRAPH_CHAT_PROVIDER = ENVIRONMENT.text(
    "EZGRAPH_CHAT_PROVIDER", "embedded", "Name of the chat provider of graphs and nodes that name none."
)
EZGRAPH_DECISION_PROVIDER = ENVIRONMENT.text(
    "EZGRAPH_DECISION_PROVIDER",
    "typesafe",
    "Name of the decision provider of graphs and nodes that name none.",
)
EZGRAPH_PROVIDER_ENV = ENVIRONMENT.texts(
    "EZGRAPH_PROVIDER_ENV",
    ("*_API_KEY", "*_BASE_URL"),
    "Patterns of the variables that options of providers may name as `${NAME}`.",
)
EZGRAPH_ALLOWED_PRIVATE_HOSTS = ENVIRONMENT.private_hosts(
    PRIVATE_HOSTS,
    "Private hosts that providers and webhooks may call, such as `10.0.0.5:8080` or `ollama:11434`; `*` is"
    " every port.",
)
EZGRAPH_LOOPBACK_PROVIDERS = ENVIRONMENT.boolean(
    LOOPBACK_PROVIDERS,
    False,
    "Providers, and no webhooks, may call servers of this machine, too. `make run` and `make chat` say yes"
    " where EZGRAPH_ALLOWED_PRIVATE_HOSTS is unset.",
)
EZGRAPH_LEASE_SECONDS = ENVIRONMENT.integer(
    "EZGRAPH_LEASE_SECONDS",
    60,
    "Seconds after which a turn counts as interrupted when its process no longer renews its lease.",
    minimum=1,
    maximum=86_400,
)
EZGRAPH_STOP_SECONDS = ENVIRONMENT.integer(
    "EZGRAPH_STOP_SECONDS",
    20,
    "Seconds that running turns get to finish when the site is stopped; the rest runs again later.",
    maximum=3600,
)
EZGRAPH_WORKER = ENVIRONMENT.boolean(
    "EZGRAPH_WORKER",
    True,
    "`make run` does background work, such as replays, in its own process. Turn it off where"
    " `manage.py worker` runs beside it.",
)
EZGRAPH_CAPTURE_DAYS = ENVIRONMENT.integer(
    "EZGRAPH_CAPTURE_DAYS",
    30,
    "Days that captured questions and facts of decisions are kept; the worker removes older ones.",
    minimum=1,
    maximum=36_500,
)
EZGRAPH_DECISION_DAYS = ENVIRONMENT.integer(
    "EZGRAPH_DECISION_DAYS",
    1095,
    "Days that decisions stay on record, with answers, reviews and replays; the worker removes older ones.",
    minimum=1,
    maximum=36_500,
)
EZGRAPH_WEBHOOK_DAYS = ENVIRONMENT.integer(
    "EZGRAPH_WEBHOOK_DAYS",
    30,
    "Days that the log of webhooks' deliveries is kept; the worker removes what is older.",
    minimum=2,
    maximum=36_500,
)
EZGRAPH_BUDGET_DAYS = ENVIRONMENT.integer(
    "EZGRAPH_BUDGET_DAYS",
    90,
    "Days that it is kept what a provider's budget of a day or a session has spent; the worker removes what"
    " is older, and a session that still goes on begins its budget anew.",
    minimum=2,
    maximum=36_500,
)
EZGRAPH_ERASE_DAYS = ENVIRONMENT.integer(
    "EZGRAPH_ERASE_DAYS",
    0,
    "Days after which a conversation in which nothing happens is erased by the worker, as"
    " docs/personal-data.md tells; 0 keeps it until somebody erases it.",
    maximum=36_500,
)
EZGRAPH_MAX_MESSAGE_LENGTH = ENVIRONMENT.integer(
    "EZGRAPH_MAX_MESSAGE_LENGTH",
    4000,
    "Characters of a customer's longest message; a graph's settings may allow visitors less.",
    minimum=1,
)
EZGRAPH_DEMO = ENVIRONMENT.boolean(
    "EZGRAPH_DEMO",
    True,
    "The first `make run` fills a new SQLite database with a few invented conversations, so that the back"
    " office has something to show.",
)
EZGRAPH_BUSINESS_DATE = ENVIRONMENT.day(
    "EZGRAPH_BUSINESS_DATE", "The date that graphs take for today, instead of the real one."
)
EZGRAPH_QUOTE_IDLE_MINUTES = ENVIRONMENT.integer(
    "EZGRAPH_QUOTE_IDLE_MINUTES",
    30,
    "Minutes of silence after which the quote graph starts afresh.",
    minimum=1,
    maximum=525_600,
)

# What operators see

EZGRAPH_METRICS_TOKEN = ENVIRONMENT.secret(
    "EZGRAPH_METRICS_TOKEN",
    "Whoever sends it as a bearer may read `/metrics`, and nobody else.",
    shown="none: only callers on this machine",
    minimum=METRICS_TOKEN_CHARACTERS,
)
EZGRAPH_LOG_FORMAT = ENVIRONMENT.choice(
    "EZGRAPH_LOG_FORMAT",
    "text",
    "How the log is written: `text` for a developer, or `json` for machines, one object a line, which quotes"
    " nobody.",
    ("text", "json"),
)
EZGRAPH_TRACES = ENVIRONMENT.choice(
    "OTEL_TRACES_EXPORTER",
    "none",
    "Where traces go, with the extra `tracing`: `otlp`, as the other OTEL_* variables say, or `console`, as"
    " trees in the terminal.",
    ("none", "otlp", "console"),
)
EZGRAPH_TRACE_CALLERS = ENVIRONMENT.boolean(
    "EZGRAPH_TRACE_CALLERS",
    False,
    "A turn is a part of the trace that its request's `traceparent` names, which then says whether it is"
    " sampled: for a REST API that only systems of one's own reach. Otherwise it is linked to it.",
)
EZGRAPH_TRACE_PROVIDERS = ENVIRONMENT.boolean(
    "EZGRAPH_TRACE_PROVIDERS",
    False,
    "Requests to providers carry the header `traceparent`, so that a model server of one's own goes on with"
    " the trace.",
)

# Times, languages, logs

USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone("EZGRAPH_TIME_ZONE", "UTC", "The site's time zone: its days begin there.")
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["ezgraph_site.formats"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "conversations.observing.logs.TextLines"},
        "json": {"()": "conversations.observing.logs.JsonLines"},
    },
    "filters": {
        "redis_away": {"()": "ezgraph_site.logs.RedisAway"},
        "without_cancelled": {"()": "ezgraph_site.logs.WithoutCancelled"},
        "callers_fault": {"()": "ezgraph_site.logs.CallersFault"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": EZGRAPH_LOG_FORMAT},
        "stderr_refused": {
            "class": "logging.StreamHandler",
            "formatter": EZGRAPH_LOG_FORMAT,
            "filters": ["callers_fault"],
        },
    },
    "loggers": {
        # Where Redis is away it logs a traceback a second, and at a stop one for each tab that leaves.
        "channels_redis.pubsub": {"filters": ["redis_away", "without_cancelled"]},
        # It logs addresses, and those of providers may have keys in them.
        "httpx": {"level": "WARNING"},
        # A request that is refused is its sender's fault and no news to whoever runs the site.
        "django.request": {"level": "ERROR"},
        # So is one for a foreign host; a line of it tells that EZGRAPH_ALLOWED_HOSTS may lack a name.
        "django.security": {"handlers": ["stderr_refused"], "propagate": False},
    },
    "root": {
        "handlers": ["stderr"],
        "level": ENVIRONMENT.choice(
            "EZGRAPH_LOG_LEVEL",
            "WARNING",
            "The least serious entry that is logged to standard error.",
            ("DEBUG", "INFO", "WARNING", "ERROR"),
        ),
    },
}

ENVIRONMENT.refuse_unknown()

# Django

INSTALLED_APPS = [
    "daphne",
    "unfold.apps.BasicAppConfig",  # before the admin, whose templates it replaces
    "unfold.contrib.filters",
    "ezgraph_site.back_office.BackOfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "providers",
    "conversations",
    "conversations.observing",
    "ezgraph_site.graphs",
    "ezgraph_site.staff",
    "ezgraph_site.operations",
    "ezgraph_site.demo",
]

MIDDLEWARE = [
    "conversations.observing.middleware.ObserveRequests",
    "ezgraph_site.short_way.ShortWay",  # what stands after it sees neither the API nor probes
    "django.middleware.security.SecurityMiddleware",
    "ezgraph_site.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "conversations.access.logins.KeepLogins",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [CHECKOUT / "ezgraph_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

ROOT_URLCONF = "ezgraph_site.urls"
ASGI_APPLICATION = "ezgraph_site.asgi.application"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Whoever comes straight to the log-in page: Unfold's form does not say where to go on.
LOGIN_REDIRECT_URL = "admin:index"

UNFOLD = THEME

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}

# The document of the API is made from its own settings, and held by tests.
SPECTACULAR_SETTINGS = {"ENABLE_DJANGO_DEPLOY_CHECK": False}
