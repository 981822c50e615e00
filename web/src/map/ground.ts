/** Draws the picture of the ground on a canvas. Paths are built once, in kilometres; drawing only sets a scale. */

import type { Camera } from "./camera";
import type { Extent, FontName, Layer, Picture, Point, Shape, Style, TextAlongShape, TextShape } from "./picture";

const FACES: Record<FontName, string> = {
  serif: "400 {}px 'Source Serif Pro'",
  "serif-bold": "700 {}px 'Source Serif Pro'",
  "serif-italic": "italic 400 {}px 'Source Serif Pro'",
  sans: "400 {}px 'Source Sans Pro'",
  "sans-bold": "700 {}px 'Source Sans Pro'",
  "sans-light": "300 {}px 'Source Sans Pro'",
};
const SMALLEST_TYPE = 4.5;

type Pen = CanvasRenderingContext2D;
type Drawing = (pen: Pen, scale: number) => void;

interface Ready {
  id: string;
  opacity: number;
  blend: GlobalCompositeOperation;
  drawings: Drawing[];
}

/** All layers of a map, ready to be drawn at any scale. */
export class Ground {
  readonly extent: Extent;
  private readonly layers: Ready[];
  private readonly paper: string;

  private constructor(picture: Picture, images: Map<string, HTMLImageElement>) {
    this.extent = picture.extent;
    this.paper = picture.paper;
    this.layers = picture.layers.map((layer) => ready(layer, images));
  }

  /** Loads the painted ground, from where `address` has put it for this page, and the type before anything is drawn with them. */
  static async load(picture: Picture, address: (url: string) => Promise<string>): Promise<Ground> {
    const urls = picture.layers.flatMap((layer) =>
      layer.shapes.flatMap((shape) => (shape.type === "image" ? [shape.url] : [])),
    );
    const images = new Map<string, HTMLImageElement>();
    const fonts = Object.values(FACES).map((face) => document.fonts.load(face.replace("{}", "20")));
    await Promise.all([
      ...fonts,
      ...urls.map(async (url) => {
        const image = new Image();
        image.src = await address(url);
        await image.decode();
        URL.revokeObjectURL(image.src);
        images.set(url, image);
      }),
    ]);
    return new Ground(picture, images);
  }

  /** Paints the part of the ground a camera sees onto a canvas of its size. */
  draw(pen: Pen, camera: Camera, ratio: number): void {
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    const { scale, left, top } = camera;
    pen.setTransform(scale * ratio, 0, 0, scale * ratio, -left * scale * ratio, -top * scale * ratio);
    pen.fillStyle = this.paper;
    const { west, north, east, south } = this.extent;
    pen.fillRect(west, -north, east - west, north - south);
    pen.save();
    pen.beginPath();
    pen.rect(west, -north, east - west, north - south);
    pen.clip();
    for (const layer of this.layers) {
      pen.globalAlpha = layer.opacity;
      pen.globalCompositeOperation = layer.blend;
      for (const draw of layer.drawings) draw(pen, scale * ratio);
    }
    pen.restore();
  }
}

function ready(layer: Layer, images: Map<string, HTMLImageElement>): Ready {
  return {
    id: layer.id,
    opacity: layer.opacity,
    blend: layer.blend === "multiply" ? "multiply" : "source-over",
    drawings: layer.shapes.map((shape) => drawing(shape, layer.opacity, images)),
  };
}

function drawing(shape: Shape, opacity: number, images: Map<string, HTMLImageElement>): Drawing {
  switch (shape.type) {
    case "path": {
      const path = new Path2D();
      for (const line of shape.lines) trace(path, line.map(flip), shape.closed ?? false, shape.curved ?? false);
      return (pen) => stroke(pen, path, shape.style, opacity);
    }
    case "stamps": {
      const path = new Path2D();
      for (const [east, north, size, turn] of shape.at) {
        const cos = Math.cos((turn * Math.PI) / 180) * size;
        const sin = Math.sin((turn * Math.PI) / 180) * size;
        const figure = shape.figure.map(([a, b]): Point => [east + cos * a + sin * b, -north + sin * a - cos * b]);
        trace(path, figure, true, false);
      }
      return (pen) => stroke(pen, path, shape.style, opacity);
    }
    case "disc": {
      const path = new Path2D();
      path.arc(shape.centre[0], -shape.centre[1], shape.radius, 0, 2 * Math.PI);
      return (pen) => stroke(pen, path, shape.style, opacity);
    }
    case "text":
      return (pen, scale) => write(pen, shape, scale, opacity);
    case "text-along":
      return (pen, scale) => writeAlong(pen, shape, scale);
    case "image": {
      const image = images.get(shape.url);
      const { west, north, east, south } = shape.extent;
      return (pen) => image && pen.drawImage(image, west, -north, east - west, north - south);
    }
  }
}

function flip([east, north]: Point): Point {
  return [east, -north];
}

/** Adds a line to a path; a curved one goes through every point (Catmull-Rom as Béziers). */
function trace(path: Path2D, points: Point[], closed: boolean, curved: boolean): void {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  if (closed && points.length > 1 && first[0] === last[0] && first[1] === last[1]) points = points.slice(0, -1);
  path.moveTo(first[0], first[1]);
  if (!curved || points.length < 3) {
    for (const [x, y] of points.slice(1)) path.lineTo(x, y);
  } else {
    const count = points.length;
    const at = (index: number): Point =>
      (closed ? points[(index + count) % count] : points[Math.min(count - 1, Math.max(0, index))]) ?? first;
    for (let here = 0; here < (closed ? count : count - 1); here++) {
      const [before, start, end, after] = [at(here - 1), at(here), at(here + 1), at(here + 2)];
      path.bezierCurveTo(
        start[0] + (end[0] - before[0]) / 6,
        start[1] + (end[1] - before[1]) / 6,
        end[0] - (after[0] - start[0]) / 6,
        end[1] - (after[1] - start[1]) / 6,
        end[0],
        end[1],
      );
    }
  }
  if (closed) path.closePath();
}

function stroke(pen: Pen, path: Path2D, style: Style, opacity: number): void {
  pen.globalAlpha = opacity * (style.opacity ?? 1);
  if (style.fill) {
    pen.fillStyle = style.fill;
    pen.fill(path, "evenodd");
  }
  if (style.stroke) {
    pen.strokeStyle = style.stroke;
    pen.lineWidth = style.width ?? 0;
    pen.lineCap = style.cap ?? "round";
    pen.lineJoin = "round";
    pen.setLineDash(style.dash ?? []);
    pen.stroke(path);
  }
  pen.globalAlpha = opacity;
}

/** Type is set in pixels, for fonts below one pixel are not drawn well; what cannot be read is left out. */
function write(pen: Pen, text: TextShape, scale: number, opacity: number): void {
  const size = text.size * scale;
  if (size < SMALLEST_TYPE) return;
  pen.save();
  pen.globalAlpha = opacity * (text.opacity ?? 1);
  pen.translate(text.at[0], -text.at[1]);
  if (text.turn) pen.rotate((text.turn * Math.PI) / 180);
  pen.scale(1 / scale, 1 / scale);
  setType(pen, text.font ?? "serif", size, (text.spacing ?? 0) * scale);
  pen.textAlign = text.anchor === "middle" ? "center" : text.anchor === "end" ? "right" : "left";
  letter(pen, text.text, 0, 0, text, scale);
  pen.restore();
}

function setType(pen: Pen, font: FontName, size: number, spacing: number): void {
  pen.font = FACES[font].replace("{}", size.toFixed(2));
  pen.letterSpacing = `${spacing.toFixed(2)}px`;
  pen.textBaseline = "alphabetic";
}

function letter(pen: Pen, text: string, x: number, y: number, look: TextShape | TextAlongShape, scale: number): void {
  if (look.halo) {
    pen.strokeStyle = look.halo;
    pen.lineWidth = 2 * (look.halo_width ?? 0) * scale;
    pen.lineJoin = "round";
    pen.setLineDash([]);
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = look.fill;
  pen.fillText(text, x, y);
}

/** Letters one by one along a line, centred on its middle. */
function writeAlong(pen: Pen, text: TextAlongShape, scale: number): void {
  const size = text.size * scale;
  if (size < SMALLEST_TYPE) return;
  pen.save();
  setType(pen, text.font ?? "serif-italic", size, 0);
  pen.textAlign = "center";
  const spacing = (text.spacing ?? 0) * scale;
  const widths = [...text.text].map((sign) => (pen.measureText(sign).width + spacing) / scale);
  const points = text.line.map(flip);
  const lengths = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? [x, y];
    return Math.hypot(x - fromX, y - fromY);
  });
  let along = (sum(lengths) - sum(widths)) / 2;
  [...text.text].forEach((sign, index) => {
    const width = widths[index] ?? 0;
    const [x, y, turn] = pointAlong(points, lengths, along + width / 2);
    along += width;
    pen.save();
    pen.translate(x, y);
    pen.rotate(turn);
    pen.scale(1 / scale, 1 / scale);
    letter(pen, sign, 0, -(text.lift ?? 0) * scale, text, scale);
    pen.restore();
  });
  pen.restore();
}

function pointAlong(points: Point[], lengths: number[], distance: number): [x: number, y: number, turn: number] {
  let left = distance;
  for (let index = 0; index < lengths.length; index++) {
    const length = lengths[index] ?? 0;
    const [from, to] = [points[index], points[index + 1]];
    if (!from || !to) break;
    if (left <= length || index === lengths.length - 1) {
      const share = length ? left / length : 0;
      const [x, y] = [to[0] - from[0], to[1] - from[1]];
      return [from[0] + x * share, from[1] + y * share, Math.atan2(y, x)];
    }
    left -= length;
  }
  return [0, 0, 0];
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
