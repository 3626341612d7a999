/** Email address, marked if unverified. */
export function EmailText({ email, verified }: { email: string | null; verified: boolean }) {
  if (!email) return null;
  return (
    <>
      {email} {verified ? null : <span className="tag">Email not verified</span>}
    </>
  );
}
