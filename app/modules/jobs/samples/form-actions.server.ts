import { paths } from "~/web/paths";
import { definePost, type PostsByAddress } from "~/web/post.server";
import { makeSampleJob, removeSampleJob } from "../shared/sample.server";
import type { pages } from "./pages";

export const posts: PostsByAddress<typeof pages> = {
  "/welcome/sample": definePost(makeSampleJob, { to: ({ id }) => paths.job(id) }),
  "/welcome/sample/removal": definePost(removeSampleJob, { to: "/welcome?done=sample-removed" }),
};
