# The page and the API as an unprivileged user: only the package, no compiler.
#   docker build --tag finaltable . && docker run --rm --publish 8000:8000 finaltable
# The server writes no file: it also runs with --read-only --cap-drop ALL --security-opt no-new-privileges.
FROM python:3.12-slim-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY core core
COPY src src
RUN python -m venv /finaltable \
    && /finaltable/bin/pip install --no-cache-dir '.[web]'

FROM python:3.12-slim-bookworm
COPY --from=build /finaltable /finaltable
# The user nobody, as a number so that Kubernetes can verify that it is not root.
USER 65534:65534
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["/finaltable/bin/python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# With a host name: docker run ... finaltable --host 0.0.0.0 --allow-host deals.example.org
ENTRYPOINT ["/finaltable/bin/finaltable", "serve"]
CMD ["--host", "0.0.0.0"]
