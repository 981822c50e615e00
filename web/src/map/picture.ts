/** The drawn map as the server sends it: layers of styled shapes, in kilometres east and north. */

export type Point = [east: number, north: number];
export type FontName = "serif" | "serif-bold" | "serif-italic" | "sans" | "sans-bold" | "sans-light";

export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface Style {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  opacity?: number;
  cap?: "round" | "butt";
}

export interface PathShape {
  type: "path";
  lines: Point[][];
  style: Style;
  closed?: boolean;
  curved?: boolean;
}

export interface StampsShape {
  type: "stamps";
  figure: Point[];
  at: [east: number, north: number, size: number, turn: number][];
  style: Style;
}

export interface DiscShape {
  type: "disc";
  centre: Point;
  radius: number;
  style: Style;
}

export interface TextShape {
  type: "text";
  text: string;
  at: Point;
  size: number;
  font?: FontName;
  fill: string;
  anchor?: "start" | "middle" | "end";
  halo?: string;
  halo_width?: number;
  spacing?: number;
  turn?: number;
  opacity?: number;
}

export interface TextAlongShape {
  type: "text-along";
  text: string;
  line: Point[];
  size: number;
  font?: FontName;
  fill: string;
  halo?: string;
  halo_width?: number;
  spacing?: number;
  lift?: number;
}

export interface ImageShape {
  type: "image";
  url: string;
  extent: Extent;
}

export type Shape = PathShape | StampsShape | DiscShape | TextShape | TextAlongShape | ImageShape;

export interface Layer {
  id: string;
  opacity: number;
  blend: "normal" | "multiply";
  shapes: Shape[];
}

export interface Picture {
  extent: Extent;
  paper: string;
  layers: Layer[];
}
