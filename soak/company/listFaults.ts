// Run by /admin/simulation (decisions 1.10): prints the names of the planted faults as a JSON text.
import { plantedFaults } from './plantedFaults.ts';

console.log(JSON.stringify(plantedFaults.map(({ name }) => name)));
