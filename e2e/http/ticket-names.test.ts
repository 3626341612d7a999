import { expect, inject, test } from "vitest";
import { personAt } from "./support/caller";

/** A ticket's address by its display name, in addition to the one by id that codes and programs use. */
test("the list leads to a ticket by its name, and pages below it are found by the name too", async () => {
  const { url } = inject("served");
  const manager = await personAt(url, "manager");
  const list = await manager.get("/trip-tickets");
  const [, address = "", id = ""] =
    /class="rowlink" href="([^"]+)"[\s\S]*?selected=(\d+)/.exec(list.text.replaceAll("&amp;", "&")) ?? [];
  expect(address).toMatch(/^\/trip-tickets\/[A-Z][A-Z0-9]*-\d+$/);
  const number = address.split("-").at(-1);
  for (const path of [address, address.toLowerCase(), `/trip-tickets/${id}`]) {
    const page = await manager.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.text).toContain(`Trip Ticket #${number}`);
  }
  const below = await manager.ask(`${address}/edit/details?only=weights`);
  const there = `/trip-tickets/${id}/edit/details?only=weights`;
  expect([below.status, below.headers.get("location")]).toEqual([302, there]);
  const paper = await manager.get(`${address}/print`);
  expect(paper.text).toContain(`${address}</a>`);
  const rival = await personAt(url, "rival");
  expect((await rival.get(address)).status).toBe(404);
  expect((await manager.get("/trip-tickets/XYZ-999999")).status).toBe(404);
});
