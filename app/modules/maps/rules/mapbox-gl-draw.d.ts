/** Types for the parts of @mapbox/mapbox-gl-draw used here; the package ships none. */
declare module "@mapbox/mapbox-gl-draw" {
  import type { Feature, FeatureCollection, Position } from "geojson";
  import type { IControl } from "mapbox-gl";

  type Drawn<Places> = { id: string; coordinates: Places; changed(): void };
  /** Current drawing: an area by its rings, or a line. */
  export type DrawState = {
    polygon?: Drawn<Position[][]>;
    line?: Drawn<Position[]>;
    currentVertexPosition: number;
  };
  export type DrawMode = {
    onSetup(this: unknown, options: unknown): DrawState;
    onStop(this: unknown, state: DrawState): void;
  };

  export default class MapboxDraw implements IControl {
    constructor(options: {
      displayControlsDefault: boolean;
      clickBuffer: number;
      touchBuffer: number;
      modes: Record<string, unknown>;
      styles?: object[];
    });
    static modes: Record<string, unknown> & Record<"draw_polygon" | "draw_line_string", DrawMode>;
    onAdd(map: import("mapbox-gl").Map): HTMLElement;
    onRemove(map: import("mapbox-gl").Map): void;
    add(feature: Feature): string[];
    getAll(): FeatureCollection;
    getSelectedIds(): string[];
    getMode(): string;
    changeMode(mode: string, options?: object): this;
    delete(ids: string | string[]): this;
    deleteAll(): this;
  }
}
