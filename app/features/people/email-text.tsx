/** An email; one that nobody has proved to be theirs says so. */
export function EmailText({ email, verified }: { email: string | null; verified: boolean }) {
  if (!email) return null;
  return (
    <>
      {email} {verified ? null : <span className="tag">Email not verified</span>}
    </>
  );
}
