import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import express from "express";
import { expect, inject, test } from "vitest";
import { pickPageRoutes } from "../../app/web/page-routes";
import {
  buildRouteTree,
  createBranchFinder,
  createBranchHandler,
  getKnownRoutes,
  getPagePath,
} from "../../server/route-matcher";
import { getRouteAddress, loadServerBuild } from "./support/addresses";
import { signInPerson } from "./support/caller";

/** The routes selected for an address (`server/route-matcher.ts`) respond exactly as the complete set of routes would. */
/**
 * Build addresses from every route: plain with two kinds of values, plus two variants chosen in rotation (capitals,
 * extra slashes, a longer path, a data request, an oddly encoded letter). Only two, because matching one address
 * against all routes takes Remix milliseconds.
 */
function addressesOf({ routes }: ServerBuild): string[] {
  const paths = new Set(Object.keys(routes).map((id) => getRouteAddress({ routes }, id) || "/"));
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

test("a branch of the routes matches the same routes and parameters as all routes together", async () => {
  const { routes } = await loadServerBuild();
  const branchOf = createBranchFinder(routes);
  const whole = buildRouteTree(routes);
  const near = new Map<string, ReturnType<typeof buildRouteTree>>();
  const told = (tree: typeof whole, page: string) =>
    JSON.stringify(matchRoutes(tree, page)?.map(({ route, params }) => [route.id, params]) ?? null);
  const faults: string[] = [];
  let matched = 0;
  for (const address of addressesOf(await loadServerBuild())) {
    const page = getPagePath(address);
    const expected = told(whole, page);
    const ids = branchOf(page);
    // The second call returns the cached branch.
    if (branchOf(page)?.join() !== ids?.join()) faults.push(`${address} is answered in two ways`);
    const tree =
      near.get(String(ids)) ?? buildRouteTree(ids ? pickPageRoutes(getKnownRoutes(routes), ids) : {});
    near.set(String(ids), tree);
    if (told(tree, page) !== expected) faults.push(`${address}: ${told(tree, page)}, not ${expected}`);
    if (ids) matched++;
  }
  expect(faults).toEqual([]);
  expect(matched).toBeGreaterThan(1_000);
});

test("a server that uses branches responds like one that uses all routes, signed out and signed in", async () => {
  const { url, databaseUrl } = inject("served");
  const { jar } = await signInPerson(url, "manager");
  const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  process.env.DATABASE_URL = databaseUrl;
  const options = {
    build: await loadServerBuild(),
    getLoadContext: () => ({
      cspNonce: "n",
      requestId: "r",
      address: "127.0.0.1",
      noteActor() {},
      updating: false,
    }),
  };
  const [branch, whole] = [createBranchHandler(options, pickPageRoutes), createRequestHandler(options)];
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
    // Ignore times of day and random values, which differ even between two responses of one server.
    const message = await got.text();
    const text = message.replace(/\b[\da-f]{8}-[\da-f-]{27}\b|\d\d:\d\d:\d\d\.\d+Z?/g, "");
    // A PDF's compressed data contains its print time.
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
