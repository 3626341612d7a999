import { hasFile, type QueuedForm } from "~/modules/offline/rules/kept-forms";

/** Copy a stored form under another id, also in its body bytes. */
export async function reassignItemId(item: QueuedForm, id: string): Promise<QueuedForm> {
  const form = await new Response(item.body, { headers: { "Content-Type": item.type } }).formData();
  form.set("submission_id", id);
  const fields = item.fields.map(([name, value]): [string, string] => [
    name,
    name === "submission_id" ? id : value,
  ]);
  const body = hasFile(item) ? form : new URLSearchParams(fields);
  const request = new Request("http://device.invalid/", { method: "POST", body });
  const type = request.headers.get("Content-Type") ?? item.type;
  return { ...item, id, fields, type, body: await request.arrayBuffer() };
}
