import { definePost, type PostsByAddress } from "~/web/post.server";
import type { pages } from "./pages";
import { acceptCertificationRequest, rejectCertificationRequest } from "./shared/requests.server";

/** Form actions of this feature whose forms are on other features' pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/company/certifications/requests/:requestId/acceptance": definePost(acceptCertificationRequest, {
    fixed: { certification_request_id: "requestId" },
  }),
  "/company/certifications/requests/:requestId/rejection": definePost(rejectCertificationRequest, {
    fixed: { certification_request_id: "requestId" },
  }),
};
