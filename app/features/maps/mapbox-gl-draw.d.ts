/** The little of @mapbox/mapbox-gl-draw that is used here; it brings no types of its own. */
declare module "@mapbox/mapbox-gl-draw" {
  import type { Feature, FeatureCollection, Polygon } from "geojson";
  import type { IControl } from "mapbox-gl";

  export type DrawnPolygon = { id: string; coordinates: [number, number][][]; changed(): void };
  export type DrawState = { polygon: DrawnPolygon; currentVertexPosition: number };
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
    static modes: Record<string, unknown> & { draw_polygon: DrawMode };
    onAdd(map: import("mapbox-gl").Map): HTMLElement;
    onRemove(map: import("mapbox-gl").Map): void;
    add(feature: Feature<Polygon>): string[];
    getAll(): FeatureCollection;
    getSelectedIds(): string[];
    getMode(): string;
    changeMode(mode: string, options?: object): this;
    delete(ids: string | string[]): this;
    deleteAll(): this;
  }
}
