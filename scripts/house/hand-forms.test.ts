import { expect, test } from "vitest";
import { handFormsIn } from "./hand-forms";

test("a form that posts and does the work of ActionForm by hand is found, and no other", () => {
  const source = `const a = <form method="post"><input name="submission_id" /></form>;
const b = <form method="post"><div><VersionField of={1} /></div></form>;
const c = <form method="post"><ErrorSummary /></form>;
const d = <form method="get"><ErrorSummary /></form>;
const e = <form method="post"><button>Sign out</button></form>;
const f = <ActionForm button="Save" />;`;
  expect(handFormsIn(source)).toEqual([1, 2, 3]);
});
