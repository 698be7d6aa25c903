# One image for every process: the command says which (see compose.yaml).
FROM python:3.11-slim AS packages
COPY requirements.lock /tmp/
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes --no-deps -r /tmp/requirements.lock

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /app roundtable \
    && install -d -o roundtable /data \
    && printf '#!/bin/sh\nexec /opt/venv/bin/python -m cli.main "$@"\n' > /usr/local/bin/roundtable \
    && chmod 755 /usr/local/bin/roundtable
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY pyproject.toml ./
COPY domain domain
COPY services services
COPY api api
COPY workers workers
COPY cli cli
COPY openapi openapi
COPY clients/python_bot clients/python_bot
COPY docs/rules docs/rules
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
RUN /opt/venv/bin/python -m compileall -q domain services api workers cli
USER roundtable
ENV ROUNDTABLE_HOST=0.0.0.0 ROUNDTABLE_DATA=/data
EXPOSE 8000
VOLUME /data
ENTRYPOINT ["roundtable"]
# Alone, without a Redis: everything in one container, games in /data.
CMD ["serve"]
