# One image for the API (`api`) and the AI workers (`worker`).
FROM python:3.12-slim AS build
RUN python -m venv /venv
WORKDIR /source
COPY requirements.lock .
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY service service
COPY workers workers
RUN /venv/bin/pip install --no-cache-dir --no-deps .

FROM python:3.12-slim
RUN useradd --system --uid 10001 --create-home app \
    && install --directory --owner=app --mode=0700 /keys
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000
USER app
WORKDIR /home/app
EXPOSE 8000
ENTRYPOINT ["dominant-species"]
CMD ["api"]
