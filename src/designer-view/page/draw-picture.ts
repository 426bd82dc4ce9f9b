/** For sharp displays. */
const scale = 2;

/** What Chromium's canvas can hold, in pixels: by side and in all. */
const maxSide = 16_000;
const maxArea = 200_000_000;

/** Draws an SVG file as a PNG file, base64. A picture that is too large for a canvas is drawn smaller. */
export async function drawPicture(svg: string, width: number, height: number): Promise<string | undefined> {
  const factor = Math.min(scale, maxSide / width, maxSide / height, Math.sqrt(maxArea / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(Math.floor(width * factor), 1);
  canvas.height = Math.max(Math.floor(height * factor), 1);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const url = canvas.toDataURL('image/png');
  return url.startsWith('data:image/png;base64,') ? url.slice('data:image/png;base64,'.length) : undefined;
}
