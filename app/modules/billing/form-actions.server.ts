import { type PostsByAddress, post } from "~/web/post.server";
import { offerCards } from "./data/account.server";
import type { pages } from "./pages";

export const posts: PostsByAddress<typeof pages> = {
  "/company/payment-account/offering": post(offerCards, {
    to: ({ offers }) => `/company/payment-account?done=${offers ? "cards-offered" : "cards-paused"}`,
  }),
};
