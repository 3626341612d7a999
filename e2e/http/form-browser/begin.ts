import { begin } from "./test";

begin();
