import { type PostsOf, post } from "~/web/post.server";
import type { pages } from "./pages";
import { acceptCertificationRequest, rejectCertificationRequest } from "./requests.server";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/company/certifications/requests/:requestId/acceptance": post(acceptCertificationRequest, {
    fixed: { certification_request_id: "requestId" },
  }),
  "/company/certifications/requests/:requestId/rejection": post(rejectCertificationRequest, {
    fixed: { certification_request_id: "requestId" },
  }),
};
