/** Paths of 16 × 16 pixels, drawn with strokes in the color of the text. */
const paths = {
  add: 'M8 3v10M3 8h10',
  addBelow: 'M3 3.5h10M8 7v6M5 10h6',
  rename: 'M3 13l.6-2.6L10.8 3.2l2 2-7.2 7.2z',
  duplicate: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  remove: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 3a4 4 0 1 1 0 8a4 4 0 0 1 0-8M10 10l3.5 3.5',
  up: 'M4 9.5l4-4 4 4',
  down: 'M4 6.5l4 4 4-4',
  error: 'M8 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12M8 5v4M8 10.6v.8',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.4v.6',
  info: 'M8 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12M8 7v4.4M8 4.6v.8',
  picture: 'M2.5 3.5h11v9h-11zM2.5 11l3.5-3.5 3 3 2-2 2.5 2.5',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  fix: 'M8 2a4 4 0 0 1 2 7.4V11H6V9.4A4 4 0 0 1 8 2M6.5 13.5h3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
