# syntax=docker/dockerfile:1
# One image for every part: `sibyl start`, `sibyl index`, `sibyl keeper`, `sibyl migrate` … are its commands.
FROM node:24.21-bookworm-slim AS build
WORKDIR /sibyl
COPY package.json package-lock.json ./
# Not `npm ci`: the lock file does not list the optional packages of every platform.
RUN npm install --no-save --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /sibyl
COPY --from=build /sibyl/package.json /sibyl/LICENSE ./
COPY --from=build /sibyl/node_modules ./node_modules
COPY --from=build /sibyl/bin ./bin
COPY --from=build /sibyl/dist ./dist
COPY --from=build /sibyl/artifacts ./artifacts
COPY --from=build /sibyl/contracts ./contracts
COPY --from=build /sibyl/migrations ./migrations
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Answers that are being made outlive a young generation of the usual 16 MB: see "The process" in docs/operations.md.
ENTRYPOINT ["node", "--max-semi-space-size=64", "bin/sibyl.mjs"]
CMD ["start"]
