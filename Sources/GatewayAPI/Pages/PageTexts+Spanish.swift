extension PageTexts {
    static let spanish = PageTexts(
        signInTitle: "Iniciar sesión", continueTo: NamedText("para continuar a "),
        username: "Cuenta de trabajo (usuario@empresa)", password: "Contraseña", signIn: "Iniciar sesión",
        wrongCredentials: "La cuenta o la contraseña no son correctas. Revísalas e inténtalo de nuevo.",
        tooManyAttempts: "Ha habido demasiados intentos. Espera un rato e inténtalo de nuevo.",
        overloaded: "Muchas personas están iniciando sesión ahora. Inténtalo de nuevo en unos segundos.",
        formExpired:
            "Esta página ha estado abierta demasiado tiempo o las cookies están desactivadas. Inténtalo de nuevo.",
        blocked: Message(
            "El acceso está bloqueado",
            "Has iniciado sesión, pero tu organización no permite este acceso. Si crees que es un error, avisa al soporte."
        ),
        secondFactor: Message(
            "Hace falta un segundo paso",
            "Has iniciado sesión, pero tu organización pide una segunda prueba de que eres tú. Esta página aún no puede pedirla. Ponte en contacto con el soporte."
        ),
        unavailable: Message(
            "Ahora mismo no ha funcionado", "El problema está de nuestro lado. Inténtalo de nuevo en unos minutos."),
        badRequestTitle: "Este inicio de sesión no puede continuar",
        unknownClient: "Tu organización no conoce la aplicación que te ha enviado aquí.",
        unknownRedirect: "La aplicación que te ha enviado aquí pidió una dirección que no tiene registrada.",
        malformed: "El enlace que te ha traído aquí está incompleto o dañado. Empieza de nuevo en la aplicación.",
        reference: "Referencia para el soporte:",
        returning: Message("De vuelta a la aplicación", "Vuelves a la aplicación. Si no ocurre nada, elige Continuar."),
        continueOn: "Continuar", deviceTitle: "Iniciar sesión en otro dispositivo",
        deviceHint: "Introduce el código que muestra el otro dispositivo o la otra aplicación.", deviceCode: "Código",
        next: "Siguiente",
        unknownCode: "Este código no es correcto o ha caducado. Revísalo o pide uno nuevo en tu dispositivo.",
        confirmTitle: "¿Eres tú?",
        confirmQuestion: NamedText("¿Quieres iniciar sesión en ", " en tu otro dispositivo?"),
        confirmWarning:
            "Continúa solo si lo has empezado tú en un dispositivo que tienes delante. No lo hagas nunca porque alguien te haya enviado un código.",
        signedInAs: NamedText("Sesión iniciada como "), allow: "Sí, iniciar sesión", deny: "No, cancelar",
        allowed: Message("Has iniciado sesión", "Vuelve a tu otro dispositivo. Puedes cerrar esta página."),
        denied: Message("No se ha iniciado ninguna sesión", "La solicitud se ha rechazado. Puedes cerrar esta página."))
}
