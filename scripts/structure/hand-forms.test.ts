import { expect, test } from "vitest";
import { findHandwrittenForms } from "./hand-forms";

test("finds POST forms that repeat the work of ActionForm, and no other forms", () => {
  const source = `const a = <form method="post"><input name="submission_id" /></form>;
const b = <form method="post"><div><VersionField of={1} /></div></form>;
const c = <form method="post"><ErrorSummary /></form>;
const d = <form method="get"><ErrorSummary /></form>;
const e = <form method="post"><button>Sign out</button></form>;
const f = <ActionForm button="Save" />;`;
  expect(findHandwrittenForms(source)).toEqual([1, 2, 3]);
});
