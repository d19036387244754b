"""Sequential elimination: `choose` picks a method, `tree` calls the core, `exact` is the definition in fractions."""
