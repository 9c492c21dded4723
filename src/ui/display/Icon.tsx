const shapes = new Map<string, string[]>();

/** The path data of an SVG source, parsed once. */
const parsePaths = (svg: string): string[] => {
  const cached = shapes.get(svg);
  if (cached) return cached;
  const paths = [...svg.matchAll(/\sd="([^"]+)"/g)].map((match) => match[1] ?? '');
  shapes.set(svg, paths);
  return paths;
};

export type IconProps = {
  /** One of `icons.ts`. */
  svg: string;
  /** The accessible name; without one the icon is decorative. */
  label?: string;
  className?: string;
};

/** An icon in the color of the surrounding text and 1.25 times its size. */
export function Icon({ svg, label, className }: IconProps) {
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decorative icons are hidden, others have a label; a title would appear as a tooltip.
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" focusable="false" {...name}>
      {parsePaths(svg).map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
