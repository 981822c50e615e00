"""10.0 The Combat Phase in order: who is condemned, who must attack, then attacks and their results."""

from __future__ import annotations

from ardennes.games.wacht_am_rhein.rules.answering import AnswerWithFire, protect
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, Combat, WrittenAttack
from ardennes.games.wacht_am_rhein.rules.declaring import Declare, NextAttack
from ardennes.games.wacht_am_rhein.rules.duties import condemn, freeze
from ardennes.games.wacht_am_rhein.rules.green import roll_green
from ardennes.games.wacht_am_rhein.rules.resolving import ChooseSpent, check_minimum, fight, flip_supply, hold
from ardennes.games.wacht_am_rhein.rules.withdrawal import LeaveHex, drop_empty
from ardennes.games.wacht_am_rhein.rules.written_fire import AddGuns, StateAttack, WriteFire, keep_in_range, make

__all__ = ["Attack", "Combat"]

Combat.steps = (condemn, freeze, NextAttack(), flip_supply)
Attack.steps = (
    Declare(),
    check_minimum,
    LeaveHex(),
    drop_empty,
    AnswerWithFire(),
    protect,
    roll_green,
    fight,
    ChooseSpent(),
    hold,
)
WrittenAttack.steps = (
    StateAttack(),
    WriteFire(),
    AddGuns(),
    make,
    check_minimum,
    LeaveHex(),
    drop_empty,
    keep_in_range,
    protect,
    roll_green,
    fight,
    ChooseSpent(),
    hold,
)
