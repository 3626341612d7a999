import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import express from "express";
import { expect, inject, test } from "vitest";
import { pageRoutes } from "../../app/web/page-routes";
import { branches, branchHandler, knownRoutes, pagePath, treeOf } from "../../server/route-matcher";
import { addressOf, built } from "./support/addresses";
import { personAt } from "./support/caller";

/** Each address is answered by its branch of routes alone (`server/route-matcher.ts`), exactly as all routes would answer it. */
/**
 * Addresses built from every route: as written with two kinds of values, and with two of the other forms in turn: in
 * capitals, with slashes around, with more behind, as data, with a letter as browsers never write it. Matching one
 * among all routes takes Remix milliseconds.
 */
function addressesOf({ routes }: ServerBuild): string[] {
  const paths = new Set(Object.keys(routes).map((id) => addressOf({ routes }, id) || "/"));
  return [...paths].flatMap((path, n) => {
    const item = path.replace(/:\w+/g, "12").replace("*", "no/such");
    const other = path.replace(/:\w+/g, "a-%C3%A9.b").replace("*", "");
    const more = [
      item.toUpperCase(),
      `${item}/`,
      `/${item}`,
      `${item}/7`,
      `${item}/new`,
      `${item}.data`,
      `${item}%2F`,
      item.replace(/(?<=^\/)[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ];
    const turns = [(2 * n) % more.length, (2 * n + 1) % more.length];
    return [item, other, ...turns.map((turn) => more[turn] ?? item)];
  });
}

type Asked = [method: string, address: string, headers: Record<string, string>];

test("a branch matches what all routes together would match, with the same parameters", async () => {
  const { routes } = await built();
  const branchOf = branches(routes);
  const whole = treeOf(routes);
  const near = new Map<string, ReturnType<typeof treeOf>>();
  const told = (tree: typeof whole, page: string) =>
    JSON.stringify(matchRoutes(tree, page)?.map(({ route, params }) => [route.id, params]) ?? null);
  const faults: string[] = [];
  let matched = 0;
  for (const address of addressesOf(await built())) {
    const page = pagePath(address);
    const expected = told(whole, page);
    const ids = branchOf(page);
    // The second answer comes from the cache.
    if (branchOf(page)?.join() !== ids?.join()) faults.push(`${address} is answered in two ways`);
    const tree = near.get(String(ids)) ?? treeOf(ids ? pageRoutes(knownRoutes(routes), ids) : {});
    near.set(String(ids), tree);
    if (told(tree, page) !== expected) faults.push(`${address}: ${told(tree, page)}, not ${expected}`);
    if (ids) matched++;
  }
  expect(faults).toEqual([]);
  expect(matched).toBeGreaterThan(1_000);
});

test("a server of branches answers as one of all routes does, signed out and in", async () => {
  const { url, databaseUrl } = inject("served");
  const { jar } = await personAt(url, "manager");
  const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  process.env.DATABASE_URL = databaseUrl;
  const options = {
    build: await built(),
    getLoadContext: () => ({
      cspNonce: "n",
      requestId: "r",
      address: "127.0.0.1",
      noteActor() {},
      updating: false,
    }),
  };
  const [branch, whole] = [branchHandler(options, pageRoutes), createRequestHandler(options)];
  const server = createServer(
    express().use((req, res, next) => (req.get("x-way") === "branch" ? branch : whole)(req, res, next)),
  ).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = async (way: string, method: string, address: string, more: Record<string, string>) => {
    const got = await fetch(`${origin}${address}`, {
      method,
      headers: { "x-way": way, ...more },
      redirect: "manual",
    });
    const headers = Object.fromEntries([...got.headers].filter(([name]) => !/date|length|etag/.test(name)));
    // Times of day and random values differ between two answers of one server too.
    const message = await got.text();
    const text = message.replace(/\b[\da-f]{8}-[\da-f-]{27}\b|\d\d:\d\d:\d\d\.\d+Z?/g, "");
    // A PDF contains its print time in its compressed data.
    return { status: got.status, headers, text: message.includes("%PDF-") ? "a PDF" : text };
  };
  const plain = addressesOf(options.build).filter((address) => /^\/(?!\/)/.test(address));
  const requests = plain.flatMap((address, i): Asked[] => [
    ...(i % 17 === 0 ? [["GET", address, { Cookie }] satisfies Asked] : []),
    ...(i % 37 === 0 ? ["GET", "HEAD", "POST"].map((method): Asked => [method, address, {}]) : []),
  ]);
  try {
    for (const [method, address, more] of requests)
      expect(await answer("branch", method, address, more), `${method} ${address}`).toEqual(
        await answer("whole", method, address, more),
      );
  } finally {
    delete process.env.DATABASE_URL;
    server.close();
  }
});
