import { type MouseEvent, type ReactNode, useRef, useState } from "react";

type Radix = typeof import("@radix-ui/react-dialog");

/** Maximum time to load the dialog's code; on a slower connection the page itself is faster. */
const PATIENCE_MS = 1500;

function radixInTime(): Promise<Radix> {
  return Promise.race([
    import("@radix-ui/react-dialog"),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("too slow")), PATIENCE_MS)),
  ]);
}

/** Check whether a click opens a link in the current tab, and not in a new tab, a window or as a download. */
export function isPlainClick(
  click: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented">,
): boolean {
  return (
    click.button === 0 &&
    !click.defaultPrevented &&
    !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
  );
}

/**
 * Link to a page that asks a question. With a script, the question opens in a dialog on the current page. Without a
 * script, on a slow connection or in a new tab, the link opens the page at `href`. `question` contains that page's own
 * form, with its `action`.
 */
export function DialogLink({
  href,
  title,
  question,
  className = "button",
  back = "Back",
  children,
}: {
  href: string;
  title: string;
  question: ReactNode;
  className?: string;
  back?: string;
  children: ReactNode;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const [radix, setRadix] = useState<Radix | null>(null);
  const [open, setOpen] = useState(false);

  async function ask(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    try {
      setRadix(await radixInTime());
      setOpen(true);
    } catch {
      location.assign(href);
    }
  }

  return (
    <>
      <a ref={link} className={className} href={href} onClick={ask}>
        {children}
      </a>{" "}
      {radix ? (
        <radix.Root open={open} onOpenChange={setOpen}>
          <radix.Portal>
            <radix.Overlay className="overlay" />
            <radix.Content
              className="dialog"
              aria-describedby={undefined}
              onCloseAutoFocus={(event) => {
                event.preventDefault();
                link.current?.focus();
              }}
            >
              <radix.Title>{title}</radix.Title>
              {question}
              <div>
                <radix.Close className="button">{back}</radix.Close>
              </div>
            </radix.Content>
          </radix.Portal>
        </radix.Root>
      ) : null}
    </>
  );
}
