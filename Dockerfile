# Builds the app, then keeps what it needs to run. Migrations run by their own command before the server starts
# (fly.toml, processes: the volume is there only then); nothing is installed or seeded at start.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages stay in: the compiled parts of libsql, argon2, sharp and esbuild are such. better-sqlite3, which
# would need a compiler here, is left out by npm itself where it cannot be built.
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# The heap and the allocator are held to what a machine of 512 MB has beside them (docs/deploy.md).
ENV NODE_OPTIONS=--max-old-space-size=256 MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATABASE_URL=file:/data/timbertally.db FILES_DIR=/data/files
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/app ./app
COPY --from=build /app/db ./db
COPY --from=build /app/package.json /app/tsconfig.json ./
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/listen.js"]
