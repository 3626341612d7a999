/** Email domains open to anyone, so an address there doesn't identify a company. */
const PUBLIC_MAIL: ReadonlySet<string> = new Set(
  (
    "gmail.com googlemail.com yahoo.com ymail.com rocketmail.com outlook.com hotmail.com live.com msn.com aol.com " +
    "icloud.com me.com mac.com proton.me protonmail.com gmx.com mail.com zoho.com fastmail.com yandex.com " +
    "comcast.net xfinity.com att.net sbcglobal.net bellsouth.net verizon.net charter.net spectrum.net " +
    "cox.net centurylink.net frontier.com windstream.net earthlink.net juno.com netzero.net"
  ).split(" "),
);

export const isPublicMailDomain = (domain: string): boolean => PUBLIC_MAIL.has(domain.toLowerCase());
