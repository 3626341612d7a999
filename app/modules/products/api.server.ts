import type { ApiCalls, ApiSection } from "~/web/rest-call";
import {
  createProductName,
  deleteProductName,
  listProductNames,
  updateProductName,
} from "./data/product-names.server";

export const about: ApiSection = "Companies and places";

/** API calls about a company's own names for products. */
export const calls: ApiCalls = {
  "GET /api/product-names": {
    summary: "List what your company calls products, with their standard names",
    procedure: listProductNames,
  },
  "POST /api/product-names": {
    summary: "Name a product as your company calls it",
    procedure: createProductName,
    status: 201,
  },
  "PUT /api/product-names/{product_name_id}": {
    summary: "Change what your company calls a product",
    procedure: updateProductName,
  },
  "DELETE /api/product-names/{product_name_id}": {
    summary: "Take a name away; the product keeps its standard one",
    procedure: deleteProductName,
  },
};
