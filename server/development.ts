import { createServer } from "vite";

/**
 * Run Vite inside our own server. Browser packages are listed so that they are bundled once at the start: if Vite finds
 * a package later, it bundles again, and the open page has two copies of React. Server-only packages (some of them
 * binary) are listed too, because Vite reads a route's imports before Remix removes them.
 */
export const startVite = () =>
  createServer({
    server: { middlewareMode: true },
    optimizeDeps: {
      include: [
        "@conform-to/react",
        "@conform-to/zod/v4",
        "@radix-ui/react-dialog",
        "@remix-run/react",
        "@tanstack/react-table",
        "d3-geo",
        "get-nonce",
        "lucide-react",
        "react",
        "react-dom/client",
        "react/jsx-dev-runtime",
        "zod",
      ],
      exclude: [
        "@libsql/client",
        "@node-rs/argon2",
        "@remix-run/node",
        "better-sqlite3",
        "drizzle-orm",
        "nodemailer",
        "pino",
        "qr",
        "remix-auth",
        "remix-auth-form",
        "sharp",
      ],
    },
  });
