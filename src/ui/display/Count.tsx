import { Badge } from 'primereact/badge';

/** A number in a bubble: PrimeReact's badge. Without a label it is hidden from screen readers, because its parent names the number. */
export function Count({ value, label, className }: { value: string | number; label?: string; className?: string }) {
  const labelProps = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Badge value={value} severity="danger" className={className} {...labelProps} />;
}
