/** Holds the place of what is on its way; give it the final size. */
export function Skeleton({ width = '100%', height }: { width?: number | string; height?: number | string }) {
  return <span className="p-skeleton" aria-hidden="true" style={{ width, height }} />;
}
