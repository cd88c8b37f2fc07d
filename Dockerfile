# Doorplate in a container: production packages only, an unprivileged user, and a compile cache that is warm.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY dev/node ./dev/node
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.cache \
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1 \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY docs/clients.md docs/moving.md ./docs/
COPY src ./src
COPY bench ./bench
COPY dev ./dev

# One start with sample data fills the cache, so that the container's first start is as quick as its second.
RUN mkdir -p /data /app/.cache \
 && DATA_DIR=/tmp/warm PORT=0 timeout --preserve-status --signal=TERM 20 node src/main.ts serve > /dev/null \
 && rm -rf /tmp/warm \
 && chown -R node:node /data /app/.cache

USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["node", "src/main.ts"]
CMD ["serve"]
