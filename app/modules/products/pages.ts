import type { Pages } from "~/web/page";

export const pages = {
  "/company/products": {
    page: "products.tsx",
    tab: { label: "Products", place: 47, reads: "job_product" },
  },
  "/company/products/:productNameId": { page: "product.tsx", frame: true },
  "/company/products/:productNameId/deletion": { page: "product-deletion.tsx" },
  "/company/products/new": { page: "new-product.tsx" },
} satisfies Pages;
