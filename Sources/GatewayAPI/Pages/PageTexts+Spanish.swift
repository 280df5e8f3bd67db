extension PageTexts {
    static let spanish = PageTexts(
        signInTitle: "Iniciar sesión", continueTo: NamedText("para continuar a "),
        username: "Cuenta de trabajo (usuario@empresa)", password: "Contraseña", signIn: "Iniciar sesión",
        wrongCredentials: "La cuenta o la contraseña no son correctas. Revíselas e inténtelo de nuevo.",
        tooManyAttempts: "Ha habido demasiados intentos. Espere un rato e inténtelo de nuevo.",
        overloaded: "Muchas personas están iniciando sesión ahora. Inténtelo de nuevo en unos segundos.",
        formExpired:
            "Esta página ha estado abierta demasiado tiempo o las cookies están desactivadas. Inténtelo de nuevo.",
        blocked: Message(
            "El acceso está bloqueado",
            "Ha iniciado sesión, pero su organización no permite este acceso. Si cree que es un error, avise al soporte."
        ),
        secondFactor: Message(
            "Hace falta un segundo paso",
            "Ha iniciado sesión, pero su organización pide una segunda prueba de que es usted. Esta página aún no puede pedirla. Póngase en contacto con el soporte."
        ),
        unavailable: Message(
            "Ahora mismo no ha funcionado", "El problema está de nuestro lado. Inténtelo de nuevo en unos minutos."),
        badRequestTitle: "Este inicio de sesión no puede continuar",
        unknownClient: "Su organización no conoce la aplicación que le ha enviado aquí.",
        unknownRedirect: "La aplicación que le ha enviado aquí pidió una dirección que no tiene registrada.",
        malformed: "El enlace que le ha traído aquí está incompleto o dañado. Empiece de nuevo en la aplicación.",
        reference: "Referencia para el soporte:",
        returning: Message("De vuelta a la aplicación", "Vuelve a la aplicación. Si no ocurre nada, elija Continuar."),
        continueOn: "Continuar", deviceTitle: "Iniciar sesión en otro dispositivo",
        deviceHint: "Introduzca el código que muestra el otro dispositivo o la otra aplicación.", deviceCode: "Código",
        next: "Siguiente",
        unknownCode: "Este código no es correcto o ha caducado. Revíselo o pida uno nuevo en su dispositivo.",
        confirmTitle: "¿Es usted?",
        confirmQuestion: NamedText("¿Quiere iniciar sesión en ", " en su otro dispositivo?"),
        confirmWarning:
            "Continúe solo si lo ha empezado usted en un dispositivo que tiene delante. No lo haga nunca porque alguien le haya enviado un código.",
        signedInAs: NamedText("Sesión iniciada como "), allow: "Sí, iniciar sesión", deny: "No, cancelar",
        allowed: Message("Ha iniciado sesión", "Vuelva a su otro dispositivo. Puede cerrar esta página."),
        denied: Message("No se ha iniciado ninguna sesión", "La solicitud se ha rechazado. Puede cerrar esta página."))
}
