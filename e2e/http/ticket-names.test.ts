import { expect, inject, test } from "vitest";
import { signInPerson } from "./support/caller";

/** A ticket's address contains its display name; addresses by id still work for printed codes and API clients. */
test("the list links to a ticket by its name, and the ticket's subpages work with the name in their address too", async () => {
  const { url } = inject("served");
  const manager = await signInPerson(url, "manager");
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
  const rival = await signInPerson(url, "rival");
  expect((await rival.get(address)).status).toBe(404);
  expect((await manager.get("/trip-tickets/XYZ-999999")).status).toBe(404);
});
