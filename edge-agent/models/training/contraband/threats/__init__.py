"""Contraband by class: families of shapes, of which some are never drawn for training."""

from ..parts import Family
from . import blades, bottles, bundles, firearms, tools

CLASSES = ("firearm", "blade", "tool", "bottle", "bundle")
TRAINING: dict[str, tuple[Family, ...]] = {
    "firearm": (
        firearms.pistol,
        firearms.pistol,
        firearms.revolver,
        firearms.rifle,
        firearms.shotgun,
        firearms.silenced_pistol,
        firearms.sawn_off,
        firearms.hunting_rifle,
    ),
    "blade": (
        blades.kitchen_knife,
        blades.dagger,
        blades.machete,
        blades.folding_knife,
        blades.cleaver,
        blades.hunting_knife,
        blades.throwing_knife,
    ),
    "tool": (
        tools.hammer,
        tools.wrench,
        tools.pliers,
        tools.screwdriver,
        tools.hand_saw,
        tools.adjustable_spanner,
        tools.ratchet,
        tools.bolt_cutter,
        tools.clamp,
    ),
    "bottle": (
        bottles.wine_bottle,
        bottles.spirit_bottle,
        bottles.plastic_bottle,
        bottles.canister,
        bottles.beer_bottle,
        bottles.demijohn,
        bottles.jug,
    ),
    "bundle": (bundles.bricks, bundles.single_brick, bundles.rolls, bundles.bag, bundles.taped_parcel, bundles.pouches),
}
HELD_OUT: dict[str, tuple[Family, ...]] = {
    "firearm": (firearms.submachine_gun, firearms.carbine_in_pieces, firearms.flare_gun),
    "blade": (blades.sickle, blades.sword),
    "tool": (tools.crowbar, tools.drill),
    "bottle": (bottles.chemical_bottle, bottles.flask),
    "bundle": (bundles.stacked_bricks, bundles.tubes),
}
