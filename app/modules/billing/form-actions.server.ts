import { definePost, type PostsByAddress } from "~/web/post.server";
import { setCardPaymentsOffered } from "./data/account.server";
import type { pages } from "./pages";

export const posts: PostsByAddress<typeof pages> = {
  "/company/payment-account/offering": definePost(setCardPaymentsOffered, {
    to: ({ offers }) => `/company/payment-account?done=${offers ? "cards-offered" : "cards-paused"}`,
  }),
};
