/** The Korean catalog: one file for each part of the program. A key stands in one file only. */
import admission from './ko/admission.json' with { type: 'json' };
import blocksView from './ko/blocks-view.json' with { type: 'json' };
import board from './ko/board.json' with { type: 'json' };
import build from './ko/build.json' with { type: 'json' };
import canvas from './ko/canvas.json' with { type: 'json' };
import charts from './ko/charts.json' with { type: 'json' };
import common from './ko/common.json' with { type: 'json' };
import console from './ko/console.json' with { type: 'json' };
import controls from './ko/controls.json' with { type: 'json' };
import design from './ko/design.json' with { type: 'json' };
import editor from './ko/editor.json' with { type: 'json' };
import files from './ko/files.json' with { type: 'json' };
import guide from './ko/guide.json' with { type: 'json' };
import inspector from './ko/inspector.json' with { type: 'json' };
import prediction from './ko/prediction.json' with { type: 'json' };
import problems from './ko/problems.json' with { type: 'json' };
import state from './ko/state.json' with { type: 'json' };
import targets from './ko/targets.json' with { type: 'json' };
import workbench from './ko/workbench.json' with { type: 'json' };
import type { Catalog } from './translation.ts';

export const KOREAN: Catalog = {
  ...admission,
  ...blocksView,
  ...board,
  ...build,
  ...canvas,
  ...charts,
  ...common,
  ...console,
  ...controls,
  ...design,
  ...editor,
  ...files,
  ...guide,
  ...inspector,
  ...prediction,
  ...problems,
  ...state,
  ...targets,
  ...workbench,
};
