import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encrypt.server";

test("an encrypted text can be decrypted only with its purpose and its owner", () => {
  const seal = encrypt("JBSWY3DPEHPK3PXP", "second-factor", "7");
  expect(seal).not.toContain("JBSWY3DPEHPK3PXP");
  expect(decrypt(seal, "second-factor", "7")).toBe("JBSWY3DPEHPK3PXP");
  expect(decrypt(seal, "second-factor", "8")).toBeNull();
  expect(decrypt(seal, "anchors", "7")).toBeNull();
  const [kid, body = ""] = seal.split(".");
  const bytes = Buffer.from(body, "base64url");
  for (const index of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decrypt(`${kid}.${changed.toString("base64url")}`, "second-factor", "7")).toBeNull();
  }
  for (const nonsense of ["", ".", "k1.", "JBSWY3DPEHPK3PXP", `none.${body}`])
    expect(decrypt(nonsense, "second-factor", "7")).toBeNull();
});
