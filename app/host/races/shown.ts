/** What a window shows of a race: the results, the schedules as a picture, and the report. */
import { racePicture } from '../../../generator/race/picture.ts';
import { raceReport } from '../../../generator/race/report.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { svgOf } from '../../../generator/trace/exports/drawing/svg.ts';
import type { RaceFinished } from '../../contract/races.ts';
import type { RaceResult } from './race.ts';

export function shown(
  { name, policy }: Sketch,
  board: string,
  durationNs: number,
  { racers, raced }: RaceResult,
): Pick<RaceFinished, 'racers' | 'picture' | 'report'> {
  const date = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const about = { sketch: name, board, policy, date, durationNs, racers };
  const picture = raced.length === 0 ? null : [...svgOf(racePicture(raced), name)].join('');
  return { racers: [...racers], picture, report: raceReport(about, raced) };
}
