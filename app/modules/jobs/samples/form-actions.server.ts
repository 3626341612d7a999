import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import { makeSampleJob, removeSampleJob } from "../shared/sample.server";
import type { pages } from "./pages";

export const posts: PostsByAddress<typeof pages> = {
  "/welcome/sample": post(makeSampleJob, { to: ({ id }) => paths.job(id) }),
  "/welcome/sample/removal": post(removeSampleJob, { to: "/welcome?done=sample-removed" }),
};
