import { expect, inject, onTestFinished, test } from "vitest";
import { startEdge } from "../../scripts/edge";
import { startSlowLine } from "./support/slow-line";
import { createDemoTicket, createVisitor, getHiddenFields } from "./support/visitor";

test.each([40, 400])(
  "with a delay of %i ms each way, reads stay local and a write needs at most three round trips",
  async (delay) => {
    const edge = await startEdge(inject("demoDatabase"));
    const line = await startSlowLine(edge.primaryUrl, delay);
    onTestFinished(async () => {
      await edge.stop();
      await line.close();
    });
    // This server syncs only once an hour, so that only the request's own queries are counted.
    const a = await edge.serve("a", {
      LIBSQL_PRIMARY_URL: line.url,
      LIBSQL_SYNC_SECONDS: "3600",
      LIBSQL_WAIT_MS: "5000",
      LIBSQL_LIMIT_MS: "15000",
      WORK_LOOK_SECONDS: "3600",
    });
    const manager = createVisitor();
    // Wait until the work queue has finished its startup queries.
    for (let quiet = 0; quiet < 8; quiet = line.taken().length ? 0 : quiet + 1)
      await new Promise((resolve) => setTimeout(resolve, delay));
    await manager.signIn(a, "manager");
    expect(line.taken().length).toBeLessThanOrEqual(3);
    const path = await createDemoTicket(manager, a);
    expect(line.taken().length).toBeLessThanOrEqual(3);

    for (const page of ["/", "/trip-tickets", path, `${path}/yard`]) await manager.get(a.url + page);
    const reads: number[] = [];
    for (let i = 0; i < 5; i++)
      for (const page of ["/", "/trip-tickets", path, `${path}/print`]) {
        const read = await manager.get(a.url + page);
        expect(read.status).toBe(200);
        reads.push(read.ms);
      }
    const median = reads.sort((x, y) => x - y)[Math.floor(reads.length / 2)] ?? 0;
    expect(line.taken()).toEqual([]);

    const times: number[] = [];
    for (const verb of ["yard", "availability", "yard", "availability"]) {
      const form = getHiddenFields(await manager.get(`${a.url}${path}/${verb}`));
      line.taken();
      const moved = await manager.post(`${a.url}${path}/${verb}`, form);
      const requests = line.taken();
      expect(moved.status).toBe(303);
      expect(requests.length, requests.join(" | ")).toBeLessThanOrEqual(3);
      times.push(moved.ms);
      expect((await manager.get(a.url + path)).text).not.toContain("Updating");
      expect(line.taken()).toEqual([]);
    }
    console.log(
      `${delay} ms each way: a page ${Math.round(median)} ms, a step ${Math.round(Math.min(...times))} ms`,
    );
  },
);
