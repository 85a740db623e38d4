/** The Korean catalog: one file for each part of the program. A key stands in one file only. */
import admission from './ko/admission.json' with { type: 'json' };
import analysis from './ko/analysis.json' with { type: 'json' };
import blocks from './ko/blocks.json' with { type: 'json' };
import blocksView from './ko/blocks-view.json' with { type: 'json' };
import board from './ko/board.json' with { type: 'json' };
import boards from './ko/boards.json' with { type: 'json' };
import build from './ko/build.json' with { type: 'json' };
import calibration from './ko/calibration.json' with { type: 'json' };
import canvas from './ko/canvas.json' with { type: 'json' };
import charts from './ko/charts.json' with { type: 'json' };
import common from './ko/common.json' with { type: 'json' };
import console from './ko/console.json' with { type: 'json' };
import controls from './ko/controls.json' with { type: 'json' };
import design from './ko/design.json' with { type: 'json' };
import editor from './ko/editor.json' with { type: 'json' };
import electron from './ko/electron.json' with { type: 'json' };
import estimate from './ko/estimate.json' with { type: 'json' };
import explain from './ko/explain.json' with { type: 'json' };
import files from './ko/files.json' with { type: 'json' };
import guide from './ko/guide.json' with { type: 'json' };
import health from './ko/health.json' with { type: 'json' };
import host from './ko/host.json' with { type: 'json' };
import imports from './ko/import.json' with { type: 'json' };
import inspector from './ko/inspector.json' with { type: 'json' };
import judge from './ko/judge.json' with { type: 'json' };
import numbers from './ko/numbers.json' with { type: 'json' };
import parts from './ko/parts.json' with { type: 'json' };
import prediction from './ko/prediction.json' with { type: 'json' };
import problems from './ko/problems.json' with { type: 'json' };
import profile from './ko/profile.json' with { type: 'json' };
import race from './ko/race.json' with { type: 'json' };
import simulation from './ko/simulation.json' with { type: 'json' };
import sketch from './ko/sketch.json' with { type: 'json' };
import state from './ko/state.json' with { type: 'json' };
import targets from './ko/targets.json' with { type: 'json' };
import templates from './ko/templates.json' with { type: 'json' };
import trace from './ko/trace.json' with { type: 'json' };
import workbench from './ko/workbench.json' with { type: 'json' };
import type { Catalog } from './translation.ts';

export const KOREAN: Catalog = {
  ...admission,
  ...analysis,
  ...blocks,
  ...blocksView,
  ...board,
  ...boards,
  ...build,
  ...calibration,
  ...canvas,
  ...charts,
  ...common,
  ...console,
  ...controls,
  ...design,
  ...editor,
  ...estimate,
  ...electron,
  ...explain,
  ...files,
  ...guide,
  ...health,
  ...host,
  ...imports,
  ...inspector,
  ...judge,
  ...numbers,
  ...parts,
  ...prediction,
  ...problems,
  ...profile,
  ...race,
  ...simulation,
  ...sketch,
  ...state,
  ...targets,
  ...templates,
  ...trace,
  ...workbench,
};
