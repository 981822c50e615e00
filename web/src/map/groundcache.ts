/** The ground as it was drawn last: sharp around what is looked at, and small as a whole for all that lies beyond. */

import { Camera } from "./camera";
import type { Ground } from "./ground";

/** How much more than the view is drawn, as a share of it on each side. */
const MARGIN = 0.35;
const SETTLED = 110;
const WHOLE_PIXELS = 1400;
const SHARP = 0.002;

export class GroundCache {
  private readonly sharp = document.createElement("canvas");
  private readonly whole = document.createElement("canvas");
  private readonly wholeCamera = new Camera();
  /** What the sharp picture shows. */
  private taken: Camera | null = null;
  private settle = 0;

  constructor(
    private ground: Ground,
    private readonly rendered: () => void,
  ) {
    this.paintWhole();
  }

  destroy(): void {
    clearTimeout(this.settle);
  }

  /** Takes another ground; whether it is another. */
  lay(ground: Ground): boolean {
    if (ground === this.ground) return false;
    this.ground = ground;
    this.paintWhole();
    this.forget();
    return true;
  }

  /** The sharp picture no longer fits. */
  forget(): void {
    this.taken = null;
  }

  /** Whether the sharp picture has the scale of a camera. */
  fits(camera: Camera): boolean {
    return this.taken !== null && Math.abs(this.taken.scale / camera.scale - 1) < SHARP;
  }

  /** Draws from the sharp picture where it reaches, from the small one elsewhere. */
  draw(pen: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const covered = this.taken !== null && covers(this.taken, camera);
    const fits = covered && this.fits(camera);
    if (!covered) blit(pen, this.whole, this.wholeCamera, camera, ratio);
    if (this.taken) blit(pen, this.sharp, this.taken, camera, ratio, ratio);
    if (!this.taken) this.render(camera, ratio);
    else if (!fits) {
      clearTimeout(this.settle);
      this.settle = setTimeout(() => this.render(camera, ratio), SETTLED);
    }
  }

  /** Paints the whole ground small, in ground coordinates. */
  paintSmall(pen: CanvasRenderingContext2D): void {
    const { left, top, width, height, scale } = this.wholeCamera;
    pen.drawImage(this.whole, left, top, width / scale, height / scale);
  }

  private render(camera: Camera, ratio: number): void {
    const wide = new Camera(
      camera.scale,
      camera.left - (MARGIN * camera.width) / camera.scale,
      camera.top - (MARGIN * camera.height) / camera.scale,
      camera.width * (1 + 2 * MARGIN),
      camera.height * (1 + 2 * MARGIN),
    );
    this.sharp.width = Math.round(wide.width * ratio);
    this.sharp.height = Math.round(wide.height * ratio);
    const pen = this.sharp.getContext("2d");
    if (!pen) return;
    this.ground.draw(pen, wide, ratio);
    this.taken = wide;
    this.rendered();
  }

  private paintWhole(): void {
    const { west, north, east, south } = this.ground.extent;
    const scale = WHOLE_PIXELS / Math.max(east - west, north - south);
    Object.assign(this.wholeCamera, new Camera(scale, west, -north, (east - west) * scale, (north - south) * scale));
    this.whole.width = Math.round(this.wholeCamera.width);
    this.whole.height = Math.round(this.wholeCamera.height);
    const pen = this.whole.getContext("2d");
    if (pen) this.ground.draw(pen, this.wholeCamera, 1);
  }
}

/** Draws a picture that was taken by another camera; `resolution` is its pixels for each of the camera's. */
function blit(
  pen: CanvasRenderingContext2D,
  picture: HTMLCanvasElement,
  taken: Camera,
  camera: Camera,
  ratio: number,
  resolution = 1,
): void {
  const share = (camera.scale / taken.scale / resolution) * ratio;
  pen.imageSmoothingEnabled = Math.abs(share - 1) > 0.001;
  const x = (taken.left - camera.left) * camera.scale * ratio;
  const y = (taken.top - camera.top) * camera.scale * ratio;
  const whole = pen.imageSmoothingEnabled ? (n: number) => n : Math.round;
  pen.drawImage(picture, whole(x), whole(y), picture.width * share, picture.height * share);
  pen.imageSmoothingEnabled = true;
}

function covers(taken: Camera, camera: Camera): boolean {
  const right = (one: Camera) => one.left + one.width / one.scale;
  const bottom = (one: Camera) => one.top + one.height / one.scale;
  return taken.left <= camera.left && taken.top <= camera.top && right(taken) >= right(camera) && bottom(taken) >= bottom(camera);
}
