/** Cannot even be made, so no session can start. */
import { defineBrokenEnvironment } from "./gen/index.ts";

export default defineBrokenEnvironment(() => {
  throw new Error("broken: no constructor");
});
