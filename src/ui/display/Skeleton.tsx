import { Skeleton as PrimeSkeleton } from 'primereact/skeleton';

const toCss = (size: number | string): string => (typeof size === 'number' ? `${size}px` : size);

/** A placeholder for loading content; give it the final size. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: number | string; height?: number | string }) {
  return <PrimeSkeleton animation="none" width={toCss(width)} height={toCss(height)} />;
}
