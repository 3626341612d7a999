import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, API_ANY_COMPANY, GET_NOT_ALLOWED, MANAGER_ONLY } from "../../../../e2e/support/rows";

/** Test expectations for companies' names for products. */
export const expectations: Expectations = {
  answers: {
    "/company/products": ANY_COMPANY,
    "/company/products/:productNameId": MANAGER_ONLY,
    "/company/products/:productNameId/deletion": MANAGER_ONLY,
    "/company/products/new": ANY_COMPANY,
    "/api/product-names": API_ANY_COMPANY,
    "/api/product-names/:product_name_id": GET_NOT_ALLOWED,
  },
  params: { productNameId: "1", product_name_id: "1" },
  bodies: {
    createProductName: { product: "987654-0-0", name: "Stolen" },
    updateProductName: { version: 99, name: "Stolen" },
    deleteProductName: { version: 99 },
  },
  good: {
    createProductName: { product: "1-762-0", name: "Cherry" },
    updateProductName: { version: 2, name: "Fine" },
    deleteProductName: { version: 2 },
  },
  pages: { manager: ["/company/products", "/company/products/new", "/company/products/1"] },
  alike: { manager: ["/company/products/1/deletion"], hauler: ["/company/products"] },
  forms: {
    manager: ["/company/products/new", "/company/products/1", "/company/products/1/deletion"],
  },
  planted: [
    {
      reads: "job_product",
      words: ["Planted popple"],
      sql: ["UPDATE product_name SET name = 'Planted popple' WHERE id = 1"],
    },
  ],
  shots: [
    { name: "product-names", as: "manager", path: "/company/products" },
    { name: "product-name-new", as: "manager", path: "/company/products/new" },
    { name: "product-names-none", as: "hauler", path: "/company/products" },
  ],
};
