import './sparkline.css';

const [WIDTH, HEIGHT, PAD] = [88, 24, 2];

/**
 * A small line without axes, from zero to its maximum; its last point is marked. `label` describes it in words.
 * @example
 * <Sparkline label="Sales by month" values={[120_000, 90_000, 150_000]} />
 */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  const [min, max] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (index: number): number => PAD + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * PAD);
  const y = (value: number): number => HEIGHT - PAD - ((value - min) / (max - min)) * (HEIGHT - 2 * PAD);
  const line = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  const last = values.length - 1;
  if (last < 0) return null;
  return (
    <svg className="sparkline" role="img" aria-label={label} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <title>{label}</title>
      <path d={`M${line}`} />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2} />
    </svg>
  );
}
