import { resetFileState } from "./test";

resetFileState();
